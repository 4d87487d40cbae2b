import type { InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key } from "./columns.js";

/** A queue of a user. */
@Table({ tableName: "user_queue", underscored: true, freezeTableName: true, timestamps: false })
export class UserQueue extends Model<InferAttributes<UserQueue>, InferCreationAttributes<UserQueue>> {
  @Key(DataType.INTEGER) declare userId: number;
  @Key(DataType.INTEGER) declare queueId: number;
}
