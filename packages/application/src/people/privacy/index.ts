export { erasePerson, previewErasure } from "./erasePerson.js";
export { exportPerson } from "./exportPerson.js";
export { listErasures, writeCertificate } from "./readErasures.js";
