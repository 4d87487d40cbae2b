import type { PeerId, ProviderError } from "@balcao/domain/messaging";
import { literal } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes, NonAttribute } from "sequelize";
import { BelongsTo, DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional, Required } from "./columns.js";
import { Message } from "./Message.js";

export type OutboxState = "queued" | "handed" | "sent" | "failed" | "unknown" | "cancelled";

/** A message on its way out (ARCHITECTURE 6). */
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
  /** An upload: connectors that take one at a time count these. */
  @Required(DataType.BOOLEAN, false) declare heavy: CreationOptional<boolean>;
  @Required(DataType.TEXT, "queued") declare state: CreationOptional<OutboxState>;
  @Required(DataType.INTEGER, 0) declare attempt: CreationOptional<number>;
  /** After one of the tries nobody could tell whether the message had gone out. */
  @Required(DataType.BOOLEAN, false) declare doubted: CreationOptional<boolean>;
  @Optional(DataType.UUID) declare holder: string | null;
  @Optional(DataType.BIGINT) declare epoch: number | null;
  @Optional(DataType.DATE) declare handedAt: Date | null;
  @Required(DataType.DATE, DataType.NOW) declare notBefore: CreationOptional<Date>;
  @Optional(DataType.DATE) declare firstHandedAt: Date | null;
  @Optional(DataType.JSONB) declare error: ProviderError | null;
  @Required(DataType.DATE, DataType.NOW) declare createdAt: CreationOptional<Date>;
  @Optional(DataType.DATE) declare finishedAt: Date | null;

  @BelongsTo(() => Message, "messageId") declare message?: NonAttribute<Message | null>;
}
