import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Required, Serial } from "./columns.js";

/** An extra field of a contact; users choose its name. */
@Table({ tableName: "contact_extra", underscored: true, freezeTableName: true, timestamps: false })
export class ContactExtra extends Model<InferAttributes<ContactExtra>, InferCreationAttributes<ContactExtra>> {
  @Serial(DataType.INTEGER) declare id: CreationOptional<number>;
  @Required(DataType.INTEGER) declare contactId: number;
  @Required(DataType.TEXT) declare name: string;
  @Required(DataType.TEXT) declare value: string;
}
