export { listRatings } from "./listRatings.js";
