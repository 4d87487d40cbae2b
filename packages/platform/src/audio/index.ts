export { AudioError, createAudioTool } from "./audioTool.js";
export type { AudioTool } from "./audioTool.js";
export { isVoiceNote } from "./voiceNote.js";
