import type { InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Required } from "./columns.js";

/** A substitute for a user in one queue, while that user is inactive. */
@Table({ tableName: "user_substitution", underscored: true, freezeTableName: true, timestamps: false })
export class UserSubstitution extends Model<InferAttributes<UserSubstitution>, InferCreationAttributes<UserSubstitution>> {
  @Key(DataType.INTEGER) declare userId: number;
  @Key(DataType.INTEGER) declare queueId: number;
  @Required(DataType.INTEGER) declare substituteId: number;
}
