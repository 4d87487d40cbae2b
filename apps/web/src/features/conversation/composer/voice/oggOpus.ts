import { BlobSource, BufferTarget, EncodedAudioPacketSource, EncodedPacketSink, Input, OggOutputFormat, Output, WEBM } from "mediabunny";

const OGG = "audio/ogg";
const WEBM_AUDIO = "audio/webm";

/**
 * A recording as the file that is sent. WebM/Opus becomes Ogg/Opus by moving its packets, without
 * loss; what cannot be converted here stays as it is, and the server converts it.
 */
export async function toVoiceFile(recorded: Blob): Promise<File> {
  const type = recorded.type.split(";")[0] ?? "";
  if (type === OGG) return new File([recorded], "audio.ogg", { type });
  if (type !== WEBM_AUDIO) return new File([recorded], "audio.m4a", { type });
  const ogg = await toOgg(recorded).catch(() => null);
  return ogg ? new File([ogg], "audio.ogg", { type: OGG }) : new File([recorded], "audio.webm", { type });
}

async function toOgg(webm: Blob): Promise<ArrayBuffer> {
  const input = new Input({ source: new BlobSource(webm), formats: [WEBM] });
  try {
    return await movePackets(input);
  } finally {
    input.dispose();
  }
}

async function movePackets(input: Input): Promise<ArrayBuffer> {
  const track = await input.getPrimaryAudioTrack();
  const decoderConfig = await track?.getDecoderConfig();
  if (!track || !decoderConfig) throw new Error("The recording has no sound.");
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(source);
  await output.start();
  for await (const packet of new EncodedPacketSink(track).packets()) await source.add(packet, { decoderConfig });
  await output.finalize();
  if (!target.buffer) throw new Error("The recording could not be written.");
  return target.buffer;
}
