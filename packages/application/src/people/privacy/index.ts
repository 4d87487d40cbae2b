export { eraseAgain } from "./eraseAgain.js";
export { erasePerson, previewErasure } from "./erasePerson.js";
export { ERASURE_LIST, gatherErasures, refreshErasureList, writeErasureList } from "./erasureList.js";
export type { ListedErasure } from "./erasureList.js";
export { exportPerson } from "./exportPerson.js";
export { listErasures, writeCertificate } from "./readErasures.js";
