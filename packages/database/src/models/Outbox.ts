import type { PeerId, ProviderError } from "@balcao/domain/messages";
import { literal } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute } from "sequelize";
import { BelongsTo, DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional, Required } from "./columns.js";
import { Message } from "./Message.js";

export type OutboxState = "queued" | "handed" | "sent" | "failed" | "unknown" | "cancelled";

/** A message to be sent (ADR 4). */
@Table({ tableName: "outbox", underscored: true, freezeTableName: true, timestamps: false })
export class Outbox extends Model<InferAttributes<Outbox>, InferCreationAttributes<Outbox>> {
  @Key(DataType.UUID) declare id: string;
  @Optional(DataType.BIGINT) declare messageId: number | null;
  @Optional(DataType.INTEGER) declare connectionId: number | null;
  @Required(DataType.TEXT) declare lane: string;
  @Required(DataType.BIGINT, literal("nextval('outbox_seq')")) declare laneSeq: CreationOptional<number>;
  @Required(DataType.TEXT) declare origin: "agent" | "system";
  @Optional(DataType.INTEGER) declare userId: number | null;
  @Optional(DataType.BIGINT) declare causeEventId: number | null;
  @Optional(DataType.TEXT) declare causeKind: string | null;
  @Optional(DataType.TEXT) declare clientKey: string | null;
  @Optional(DataType.TEXT) declare externalId: string | null;
  @Required(DataType.JSONB) declare peer: PeerId;
  /** A file to upload; connectors limit how many of these are in flight. */
  @Required(DataType.BOOLEAN, false) declare heavy: CreationOptional<boolean>;
  @Required(DataType.TEXT, "queued") declare state: CreationOptional<OutboxState>;
  @Required(DataType.INTEGER, 0) declare attempt: CreationOptional<number>;
  /** One of the attempts had an unknown outcome: the message may have been sent. */
  @Required(DataType.BOOLEAN, false) declare doubted: CreationOptional<boolean>;
  @Optional(DataType.UUID) declare holder: string | null;
  @Optional(DataType.BIGINT) declare epoch: number | null;
  @Optional(DataType.DATE) declare handedAt: Date | null;
  @Required(DataType.DATE, DataType.NOW) declare notBefore: CreationOptional<Date>;
  @Optional(DataType.DATE) declare firstHandedAt: Date | null;
  @Optional(DataType.JSONB) declare error: ProviderError | null;
  @Required(DataType.DATE, DataType.NOW) declare createdAt: CreationOptional<Date>;
  @Optional(DataType.DATE) declare finishedAt: Date | null;
  /** The run of a mass or scheduled message. */
  @Optional(DataType.INTEGER) declare sendRunId: number | null;

  @BelongsTo(() => Message, "messageId") declare message?: NonAttribute<Message | null>;
}
