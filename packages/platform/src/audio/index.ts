export { AudioError, createAudioTool } from "./audioTool.js";
export type { AudioTool, Measured, SoundFile } from "./audioTool.js";
export { isVoiceNote } from "./voiceNote.js";
