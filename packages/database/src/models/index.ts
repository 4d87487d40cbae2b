import { AuditEntry } from "./AuditEntry.js";
import { AuthSession } from "./AuthSession.js";
import { Connection } from "./Connection.js";
import { ConnectionQueue } from "./ConnectionQueue.js";
import { Contact } from "./Contact.js";
import { ContactAddress } from "./ContactAddress.js";
import { ContactExtra } from "./ContactExtra.js";
import { ContactTag } from "./ContactTag.js";
import { File } from "./File.js";
import { InboundEvent } from "./InboundEvent.js";
import { InboundLane } from "./InboundLane.js";
import { LiveEvent } from "./LiveEvent.js";
import { Message } from "./Message.js";
import { Outbox } from "./Outbox.js";
import { Question } from "./Question.js";
import { Queue } from "./Queue.js";
import { QuickAnswer } from "./QuickAnswer.js";
import { Setting } from "./Setting.js";
import { Tag } from "./Tag.js";
import { Ticket } from "./Ticket.js";
import { User } from "./User.js";
import { UserQueue } from "./UserQueue.js";
import { UserSubstitution } from "./UserSubstitution.js";

/** All models, for the one Sequelize instance of `openDatabase`. */
export const MODELS = [
  User,
  UserQueue,
  UserSubstitution,
  Queue,
  Setting,
  Connection,
  ConnectionQueue,
  Contact,
  ContactAddress,
  ContactExtra,
  Tag,
  ContactTag,
  Ticket,
  Message,
  InboundEvent,
  InboundLane,
  Outbox,
  LiveEvent,
  AuditEntry,
  File,
  AuthSession,
  QuickAnswer,
  Question,
] as const;

export {
  AuditEntry,
  AuthSession,
  Connection,
  ConnectionQueue,
  Contact,
  ContactAddress,
  ContactExtra,
  ContactTag,
  File,
  InboundEvent,
  InboundLane,
  LiveEvent,
  Message,
  Outbox,
  Question,
  Queue,
  QuickAnswer,
  Setting,
  Tag,
  Ticket,
  User,
  UserQueue,
  UserSubstitution,
};
export type { FileOwnerKind } from "./File.js";
export type { MediaState } from "./Message.js";
export type { OutboxState } from "./Outbox.js";
export type { Presence } from "./User.js";
