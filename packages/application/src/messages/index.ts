export { changeMessage, deleteMessage, reactToMessage } from "./changeMessage.js";
export { reprocessMessage } from "./reprocessMessage.js";
export { forwardMessage, sendCard } from "./passOn.js";
export { listMessages } from "./listMessages.js";
export { messageView } from "./messageView.js";
export { sendMessage } from "./sendMessage.js";
export { sendTemplate } from "./sendTemplate.js";
export type { UploadedFile } from "./uploadedFile.js";
export { settleMessage } from "./settleMessage.js";
