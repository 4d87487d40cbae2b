import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/**
 * A gateway's event, stored before the gateway's request is answered (ADR 14). State: 0
 * new, 1 done, 2 parked, 3 waiting for its message.
 */
@Table({ tableName: "inbound_event", underscored: true, freezeTableName: true, timestamps: false })
export class InboundEvent extends Model<InferAttributes<InboundEvent>, InferCreationAttributes<InboundEvent>> {
  @Serial(DataType.BIGINT) declare id: CreationOptional<number>;
  @Required(DataType.INTEGER) declare connectionId: number;
  @Required(DataType.TEXT) declare kind: string;
  @Required(DataType.TEXT) declare lane: string;
  @Required(DataType.TEXT) declare dedupeKey: string;
  @Required(DataType.BLOB) declare bodySha: Buffer;
  @Required(DataType.JSONB) declare payload: Record<string, unknown>;
  @Required(DataType.DATE(3)) declare sentAt: Date;
  @Required(DataType.DATE, DataType.NOW) declare receivedAt: CreationOptional<Date>;
  @Required(DataType.SMALLINT, 0) declare state: CreationOptional<0 | 1 | 2 | 3>;
  @Required(DataType.SMALLINT, 0) declare attempts: CreationOptional<number>;
  @Optional(DataType.TEXT) declare lastError: string | null;
  @Optional(DataType.TEXT) declare secretSealed: string | null;
}
