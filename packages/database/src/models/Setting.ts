import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Counted, Key, Optional, Required } from "./columns.js";

/** A stored setting. `@balcao/domain/settings` defines the keys and their meaning. */
@Table({ tableName: "setting", underscored: true, freezeTableName: true, createdAt: false })
export class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  @Key(DataType.TEXT) declare key: string;
  @Required(DataType.TEXT) declare value: string;
  /** The number by which the audit refers to it. */
  @Counted(DataType.INTEGER) declare id: CreationOptional<number>;
  @Optional(DataType.INTEGER) declare updatedBy: number | null;
  declare updatedAt: CreationOptional<Date>;
}
