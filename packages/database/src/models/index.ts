import { Connection } from "./Connection.js";
import { ConnectionQueue } from "./ConnectionQueue.js";
import { Contact } from "./Contact.js";
import { ContactAddress } from "./ContactAddress.js";
import { ContactExtra } from "./ContactExtra.js";
import { Question } from "./Question.js";
import { Queue } from "./Queue.js";
import { QuickAnswer } from "./QuickAnswer.js";
import { Tag } from "./Tag.js";
import { User } from "./User.js";
import { UserQueue } from "./UserQueue.js";
import { UserSubstitution } from "./UserSubstitution.js";

/** All models, for the one Sequelize instance of `openDatabase`. */
export const MODELS = [
  User,
  UserQueue,
  UserSubstitution,
  Queue,
  Connection,
  ConnectionQueue,
  Contact,
  ContactAddress,
  ContactExtra,
  Tag,
  QuickAnswer,
  Question,
] as const;

export {
  Connection,
  ConnectionQueue,
  Contact,
  ContactAddress,
  ContactExtra,
  Question,
  Queue,
  QuickAnswer,
  Tag,
  User,
  UserQueue,
  UserSubstitution,
};
