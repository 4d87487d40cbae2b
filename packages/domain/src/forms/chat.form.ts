import { boolean, object } from "yup";
import { LIMITS } from "../limits/index.js";
import { chosenOnes, FIELD_MESSAGES, optionalText, requiredText } from "./fields.js";

const limits = LIMITS.chat;

/** A new chat: one colleague, or a named group of some (CHAT-022). */
export const newChatForm = <Person extends object>() =>
  object({
    isGroup: boolean().required(),
    groupName: optionalText(limits.groupName.max).when("isGroup", { is: true, then: () => requiredText(limits.groupName) }),
    users: chosenOnes<Person>(limits.participants).min(1, FIELD_MESSAGES.required),
  });
