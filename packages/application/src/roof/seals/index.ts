export { countEarlierSeals, resealAll } from "./resealAll.js";
