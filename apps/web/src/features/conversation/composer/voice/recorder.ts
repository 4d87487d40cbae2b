/** The bitrate of a recording, in bits per second (D-248). */
const BITS_PER_SECOND = 128_000;
/** Phones play Ogg/Opus; where the browser records something else, the file is converted later. */
const TYPES = ["audio/ogg;codecs=opus", "audio/webm;codecs=opus", "audio/mp4"] as const;
const LEVEL_MS = 50;
const CHUNK_MS = 1_000;

/** A microphone that is being recorded. */
export interface Recorder {
  /** The loudness of every 50 ms, 0 to 100. */
  readonly levels: readonly number[];
  /** The recorded time, without pauses. */
  seconds(): number;
  /** The recorded bytes, at most a second old. */
  bytes(): number;
  /** Pauses and returns everything that was recorded so far. */
  pause(): Promise<Blob>;
  resume(): void;
  /** Ends the recording, releases the microphone and returns everything that was recorded. */
  end(): Promise<Blob>;
}

/**
 * Opens the microphone and starts recording at once. Rejects with the browser's error when it may
 * not or cannot.
 */
export async function openRecorder(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({
    // A voice note has one channel.
    audio: { channelCount: { ideal: 1 }, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
  const media = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND, ...(mimeType && { mimeType }) });
  const chunks: Blob[] = [];
  media.addEventListener("dataavailable", ({ data }) => chunks.push(data));
  const meter = openMeter(stream, () => media.state === "recording");
  const clock = startClock();
  media.start(CHUNK_MS);
  const joined = () => new Blob(chunks, { type: media.mimeType });
  const afterEvent = (name: "dataavailable" | "stop", cause: () => void) =>
    new Promise<void>((resolve) => {
      media.addEventListener(name, () => resolve(), { once: true });
      cause();
    });

  return {
    levels: meter.levels,
    seconds: clock.seconds,
    bytes: () => chunks.reduce((sum, { size }) => sum + size, 0),
    async pause() {
      media.pause();
      clock.pause();
      await afterEvent("dataavailable", () => media.requestData());
      return joined();
    },
    resume() {
      media.resume();
      clock.resume();
    },
    async end() {
      clock.pause();
      if (media.state !== "inactive") await afterEvent("stop", () => media.stop());
      meter.close();
      stream.getTracks().forEach((track) => track.stop());
      return joined();
    },
  };
}

function startClock() {
  let passed = 0;
  let since: number | null = performance.now();
  const now = () => passed + (since === null ? 0 : performance.now() - since);
  return {
    seconds: () => now() / 1_000,
    pause() {
      passed = now();
      since = null;
    },
    resume() {
      since = performance.now();
    },
  };
}

/** Measures the loudness of a microphone while `running` says so. */
function openMeter(stream: MediaStream, running: () => boolean) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const levels: number[] = [];
  const timer = setInterval(() => {
    if (!running()) return;
    analyser.getFloatTimeDomainData(samples);
    const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    // The root makes quiet speech visible beside loud speech.
    levels.push(Math.min(100, Math.round(Math.sqrt(loudest) * 100)));
  }, LEVEL_MS);
  return {
    levels,
    close() {
      clearInterval(timer);
      void context.close();
    },
  };
}
