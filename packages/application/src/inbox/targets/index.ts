export { recountTargets } from "./recountTargets.js";
export { tellTargets } from "./tellTargets.js";
