import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Required, Serial } from "./columns.js";

/** A label for contacts. */
@Table({ tableName: "tag", underscored: true, freezeTableName: true })
export class Tag extends Model<InferAttributes<Tag>, InferCreationAttributes<Tag>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare color: string;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
