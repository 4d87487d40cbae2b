export { errorCode, isError } from "./errors.js";
