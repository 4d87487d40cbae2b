import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Required } from "./columns.js";

/** A stored setting of the company; which keys exist and what they mean is the registry's (`@balcao/domain/settings`). */
@Table({ tableName: "setting", underscored: true, freezeTableName: true, createdAt: false })
export class Setting extends Model<InferAttributes<Setting>, InferCreationAttributes<Setting>> {
  @Key(DataType.TEXT) declare key: string;
  @Required(DataType.TEXT) declare value: string;
  declare updatedAt: CreationOptional<Date>;
}
