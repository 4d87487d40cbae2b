import type { AddressKind } from "@balcao/domain/messages";
import type { CreationOptional, InferAttributes, InferCreationAttributes } from "sequelize";
import { DataType, Model, Table } from "sequelize-typescript";
import { Key, Optional, Required } from "./columns.js";

/**
 * An address of a contact in a network. Phones belong to connection 0, because they are the same on
 * all connections.
 */
@Table({ tableName: "contact_address", underscored: true, freezeTableName: true, timestamps: false })
export class ContactAddress extends Model<InferAttributes<ContactAddress>, InferCreationAttributes<ContactAddress>> {
  @Key(DataType.INTEGER, 0) declare connectionId: CreationOptional<number>;
  @Key(DataType.TEXT) declare kind: AddressKind;
  @Key(DataType.TEXT) declare value: string;
  @Required(DataType.INTEGER) declare contactId: number;
  @Required(DataType.DATE, DataType.NOW) declare addedAt: CreationOptional<Date>;
  @Optional(DataType.TEXT) declare networkCheck: CreationOptional<string | null>;
  @Optional(DataType.DATE) declare checkedAt: CreationOptional<Date | null>;
}
