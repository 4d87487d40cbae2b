export { isHeld, isHeldNow, tellOfHeld } from "./held.js";
export { freezeRuns } from "./freezeRuns.js";
export { createPacer } from "./pacer.js";
export { filesOf, readTemplate, acceptsTexts, nextContent } from "./runContent.js";
export { createFill, findDestination, writeToContact } from "./writeToContact.js";
export { expireRuns, reportRuns } from "./reportRuns.js";
