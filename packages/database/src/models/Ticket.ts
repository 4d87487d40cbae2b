import type { TicketBucket, TicketStatus } from "@balcao/domain/tickets";
import { literal } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute } from "sequelize";
import { BelongsTo, DataType, Model, Table } from "sequelize-typescript";
import { Connection } from "./Connection.js";
import { Contact } from "./Contact.js";
import { Generated, Optional, Required, Serial } from "./columns.js";
import { Queue } from "./Queue.js";
import { User } from "./User.js";

/** A conversation with a contact on a connection (TICKET-001). Its status is written by `changeTicket` alone, which raises `version`. */
@Table({ tableName: "ticket", underscored: true, freezeTableName: true, timestamps: false })
export class Ticket extends Model<InferAttributes<Ticket>, InferCreationAttributes<Ticket, { omit: "bucket" | "queueKey" | "userKey" }>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare status: TicketStatus;
  @Required(DataType.INTEGER) declare contactId: number;
  @Optional(DataType.INTEGER) declare connectionId: number | null;
  @Optional(DataType.INTEGER) declare queueId: number | null;
  @Optional(DataType.INTEGER) declare userId: number | null;
  @Required(DataType.BOOLEAN, false) declare isGroup: CreationOptional<boolean>;
  @Required(DataType.TEXT, "") declare lastMessage: CreationOptional<string>;
  @Required(DataType.DATE(3), DataType.NOW) declare lastActivity: CreationOptional<Date>;
  /** When the message shown in lists was said; -Infinity while there is none. */
  @Required(DataType.DATE(3), literal("'-infinity'")) declare lastMessageAt: CreationOptional<Date | number>;
  @Optional(DataType.BIGINT) declare lastInboundId: number | null;
  @Required(DataType.INTEGER, 0) declare unread: CreationOptional<number>;
  @Required(DataType.BIGINT, 0) declare readMessageId: CreationOptional<number>;
  @Optional(DataType.TEXT) declare pauseTag: string | null;
  @Optional(DataType.DATE(3)) declare acceptedAt: Date | null;
  @Optional(DataType.DATE(3)) declare closedAt: Date | null;
  @Required(DataType.INTEGER, 1) declare version: CreationOptional<number>;
  @Required(DataType.DATE(3), DataType.NOW) declare createdAt: CreationOptional<Date>;
  /** Keys of the lists, made by the database; 0 stands for none (ARCHITECTURE 12). */
  @Generated(DataType.TEXT) declare readonly bucket: TicketBucket;
  @Generated(DataType.INTEGER) declare readonly queueKey: number;
  @Generated(DataType.INTEGER) declare readonly userKey: number;

  @BelongsTo(() => Contact, "contactId") declare contact?: NonAttribute<Contact>;
  @BelongsTo(() => Connection, "connectionId") declare connection?: NonAttribute<Connection | null>;
  @BelongsTo(() => Queue, "queueId") declare queue?: NonAttribute<Queue | null>;
  @BelongsTo(() => User, "userId") declare user?: NonAttribute<User | null>;
}
