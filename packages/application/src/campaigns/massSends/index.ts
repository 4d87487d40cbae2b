export { changeMassSend, createMassSend, liftSendStop, runMassSend, testMassSend } from "./changeMassSends.js";
export { defaultConnection } from "./defaultConnection.js";
export { countMassSend, getMassSend, listMassSends, listMassSendRecipients } from "./readMassSends.js";
export { exportMassSend, proveMassSend } from "./proof.js";
export { toAuthorView, toChosenTemplateView, toMassSendView, toStopView } from "./massSendView.js";
