import type { AddressKind } from "@balcao/domain/messaging";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Required } from "./columns.js";

/** An address that a network knows a contact by; phones belong to connection 0, because they are the same everywhere. */
@Table({ tableName: "contact_address", underscored: true, freezeTableName: true, timestamps: false })
export class ContactAddress extends Model<InferAttributes<ContactAddress>, InferCreationAttributes<ContactAddress>> {
  @Key(DataType.INTEGER, 0) declare connectionId: CreationOptional<number>;
  @Key(DataType.TEXT) declare kind: AddressKind;
  @Key(DataType.TEXT) declare value: string;
  @Required(DataType.INTEGER) declare contactId: number;
}
