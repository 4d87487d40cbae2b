import type { InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key } from "./columns.js";

/** A tag of a contact. */
@Table({ tableName: "contact_tag", underscored: true, freezeTableName: true, timestamps: false })
export class ContactTag extends Model<InferAttributes<ContactTag>, InferCreationAttributes<ContactTag>> {
  @Key(DataType.INTEGER) declare contactId: number;
  @Key(DataType.INTEGER) declare tagId: number;
}
