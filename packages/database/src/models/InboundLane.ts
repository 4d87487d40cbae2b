import type { InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional } from "./columns.js";

/**
 * A conversation whose events are applied in order; `readyAt` is null when none waits (ADR
 * 3).
 */
@Table({ tableName: "inbound_lane", underscored: true, freezeTableName: true, timestamps: false })
export class InboundLane extends Model<InferAttributes<InboundLane>, InferCreationAttributes<InboundLane>> {
  @Key(DataType.TEXT) declare lane: string;
  @Optional(DataType.DATE) declare readyAt: Date | null;
}
