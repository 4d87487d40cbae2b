export { deleteMentionsIn, deleteMentionsOf, getMentionedUsers, insertMentions, listMentionedUsers, listNewMentions } from "./mentions.js";
