import { literal } from "sequelize";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/**
 * An event for browsers, written in the transaction of the change (ADR 5). `xid` is the id
 * of that transaction, as text.
 */
@Table({ tableName: "live_event", underscored: true, freezeTableName: true, timestamps: false })
export class LiveEvent extends Model<InferAttributes<LiveEvent>, InferCreationAttributes<LiveEvent>> {
  @Serial(DataType.BIGINT) declare id: CreationOptional<number>;
  @Required("xid8", literal("pg_current_xact_id()")) declare xid: CreationOptional<string>;
  @Required(DataType.DATE, literal("clock_timestamp()")) declare at: CreationOptional<Date>;
  @Required(DataType.TEXT) declare topic: string;
  @Optional(DataType.INTEGER) declare ticketId: number | null;
  @Required(DataType.JSONB) declare payload: Record<string, unknown>;
}
