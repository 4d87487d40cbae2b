export { isHeld, isHeldNow } from "./isHeld.js";
export { freezeRuns } from "./freezeRuns.js";
export { createPacer } from "./pacer.js";
export { filesOf, readTemplate } from "./readTemplate.js";
export { acceptsTexts, nextContent } from "./runContent.js";
export { createFill, findDestination, writeToContact } from "./writeToContact.js";
export { tellOfHeld } from "./tellOfHeld.js";
export { expireRuns, reportRuns } from "./reportRuns.js";
