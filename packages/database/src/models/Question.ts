import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/** A question that the bot offers, with its answer. */
@Table({ tableName: "question", underscored: true, freezeTableName: true })
export class Question extends Model<InferAttributes<Question>, InferCreationAttributes<Question>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare question: string;
  @Required(DataType.TEXT) declare answer: string;
  @Optional(DataType.INTEGER) declare queueId: CreationOptional<number | null>;
  @Required(DataType.BOOLEAN, false) declare opensTicket: CreationOptional<boolean>;
  /** Who made it; null where nobody is known. */
  @Optional(DataType.INTEGER) declare userId: CreationOptional<number | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
