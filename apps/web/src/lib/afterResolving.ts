import { usePreference } from "./storage";

/** What follows when a person has resolved the shown conversation: the next one of the list, or the list. */
export const useAfterResolving = () => usePreference("balcao-after-resolving", ["next", "list"]);
