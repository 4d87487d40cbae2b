export { announce } from "./announce";
export { Announcer } from "./Announcer";
