import type { Ack, MessageType, ProviderError } from "@balcao/domain/messages";
import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute } from "sequelize";
import { BelongsTo, DataType, Model, Table } from "sequelize-typescript";
import { Contact } from "./Contact.js";
import { Generated, Optional, Required, Serial } from "./columns.js";
import { File } from "./File.js";
import { Ticket } from "./Ticket.js";
import { User } from "./User.js";

export type MediaState = "pending" | "ready" | "failed";

/** A message of a ticket. Connection, chat, author, direction and provider id identify it [M-1]. */
@Table({ tableName: "message", underscored: true, freezeTableName: true, timestamps: false })
export class Message extends Model<InferAttributes<Message>, InferCreationAttributes<Message, { omit: "search" }>> {
  @Serial(DataType.BIGINT) declare id: CreationOptional<number>;
  @Required(DataType.INTEGER) declare ticketId: number;
  @Optional(DataType.INTEGER) declare connectionId: number | null;
  @Required(DataType.TEXT) declare chat: string;
  @Required(DataType.TEXT) declare author: string;
  @Required(DataType.BOOLEAN) declare fromMe: boolean;
  @Optional(DataType.TEXT) declare externalId: string | null;
  @Optional(DataType.INTEGER) declare contactId: number | null;
  @Optional(DataType.INTEGER) declare userId: number | null;
  @Optional(DataType.INTEGER) declare queueId: number | null;
  /** Whose the ticket was then. */
  @Optional(DataType.INTEGER) declare ownerId: number | null;
  @Required(DataType.TEXT) declare type: MessageType;
  @Required(DataType.TEXT, "") declare body: CreationOptional<string>;
  @Required(DataType.SMALLINT, 0) declare ack: CreationOptional<Ack>;
  @Optional(DataType.BIGINT) declare quotedId: number | null;
  @Required(DataType.BOOLEAN, false) declare isForwarded: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare isEdited: CreationOptional<boolean>;
  @Optional(DataType.TEXT) declare previousBody: string | null;
  /** Time of the last edit; edits may arrive in any order. */
  @Optional(DataType.DATE(3)) declare editedAt: Date | null;
  @Required(DataType.BOOLEAN, false) declare editUnreadable: CreationOptional<boolean>;
  @Required(DataType.BOOLEAN, false) declare isDeleted: CreationOptional<boolean>;
  @Optional(DataType.DATE(3)) declare deletedAt: Date | null;
  /** Our user who deleted it. */
  @Optional(DataType.INTEGER) declare deletedById: number | null;
  /** When it reached each ack. */
  @Optional(DataType.JSONB) declare ackTimes: Record<string, string> | null;
  @Optional(DataType.JSONB) declare error: ProviderError | null;
  @Optional(DataType.JSONB) declare details: Record<string, unknown> | null;
  @Optional(DataType.UUID) declare fileId: string | null;
  @Optional(DataType.TEXT) declare mediaState: MediaState | null;
  @Optional(DataType.JSONB) declare media: Record<string, unknown> | null;
  @Required(DataType.SMALLINT, 0) declare downloadAttempts: CreationOptional<number>;
  /** People's reactions, by address key. */
  @Optional(DataType.JSONB) declare reactions: Record<string, unknown> | null;
  @Optional(DataType.TEXT) declare transcription: string | null;
  @Optional(DataType.BIGINT) declare inboundEventId: number | null;
  /** What searches look into, without accents and case. */
  @Generated(DataType.TEXT) declare readonly search: string;
  @Required(DataType.DATE(3)) declare sentAt: Date;
  @Required(DataType.DATE, DataType.NOW) declare createdAt: CreationOptional<Date>;
  /** The run of a mass or scheduled message. */
  @Optional(DataType.INTEGER) declare sendRunId: number | null;
  /** The key that the author's browser gave it, unique among the author's messages (D-275). */
  @Optional(DataType.TEXT) declare clientKey: string | null;

  @BelongsTo(() => Ticket, "ticketId") declare ticket?: NonAttribute<Ticket>;
  @BelongsTo(() => Contact, "contactId") declare contact?: NonAttribute<Contact | null>;
  @BelongsTo(() => User, "userId") declare user?: NonAttribute<User | null>;
  @BelongsTo(() => File, "fileId") declare file?: NonAttribute<File | null>;
  @BelongsTo(() => Message, "quotedId") declare quoted?: NonAttribute<Message | null>;
}
