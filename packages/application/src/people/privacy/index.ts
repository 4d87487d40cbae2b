export { eraseAgain, erasePerson, previewErasure } from "./erasePerson.js";
export { ERASURE_LIST, gatherErasures, refreshErasureList, writeErasureList, type ListedErasure } from "./erasureList.js";
export { exportPerson } from "./exportPerson.js";
export { listErasures, writeCertificate } from "./readErasures.js";
