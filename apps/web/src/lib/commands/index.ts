export { commandsOf, useCommands, type Command } from "./commands";
