import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/** A label for contacts. */
@Table({ tableName: "tag", underscored: true, freezeTableName: true })
export class Tag extends Model<InferAttributes<Tag>, InferCreationAttributes<Tag>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare color: string;
  /** Who made it; null where nobody is known. */
  @Optional(DataType.INTEGER) declare userId: CreationOptional<number | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
