import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Optional, Required, Serial } from "./columns.js";

/** A department that tickets are assigned to. */
@Table({ tableName: "queue", underscored: true, freezeTableName: true })
export class Queue extends Model<InferAttributes<Queue>, InferCreationAttributes<Queue>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare color: string;
  @Required(DataType.INTEGER, 999) declare customOrder: CreationOptional<number>;
  @Required(DataType.TEXT, "") declare greetingMessage: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare openingHours: CreationOptional<string>;
  @Required(DataType.TEXT, "") declare outOfHoursMessage: CreationOptional<string>;
  @Optional(DataType.INTEGER) declare outOfHoursQueueId: CreationOptional<number | null>;
  @Optional(DataType.INTEGER) declare firstAnswerTarget: CreationOptional<number | null>;
  @Optional(DataType.INTEGER) declare nextAnswerTarget: CreationOptional<number | null>;
  @Optional(DataType.INTEGER) declare resolutionTarget: CreationOptional<number | null>;
  @Required(DataType.INTEGER, 80) declare targetWarning: CreationOptional<number>;
  @Optional(DataType.INTEGER) declare openLimit: CreationOptional<number | null>;
  declare createdAt: CreationOptional<Date>;
  declare updatedAt: CreationOptional<Date>;
}
