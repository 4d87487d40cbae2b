import type { InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key } from "./columns.js";

/** A queue of a connection. */
@Table({ tableName: "connection_queue", underscored: true, freezeTableName: true, timestamps: false })
export class ConnectionQueue extends Model<InferAttributes<ConnectionQueue>, InferCreationAttributes<ConnectionQueue>> {
  @Key(DataType.INTEGER) declare connectionId: number;
  @Key(DataType.INTEGER) declare queueId: number;
}
