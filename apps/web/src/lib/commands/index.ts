export { commandsOf, useCommands, type Command, type CommandPlace } from "./commands";
