import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/** A text that is sent often, with a file where one belongs to it. */
@Table({ tableName: "quick_answer", underscored: true, freezeTableName: true })
export class QuickAnswer extends Model<InferAttributes<QuickAnswer>, InferCreationAttributes<QuickAnswer>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare shortcut: string;
  @Required(DataType.TEXT) declare message: string;
  @Optional(DataType.UUID) declare fileId: CreationOptional<string | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
