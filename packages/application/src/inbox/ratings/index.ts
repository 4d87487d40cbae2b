export { listContactRatings, listRatings } from "./listRatings.js";
