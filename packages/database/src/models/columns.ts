import type { DataType, ModelAttributeColumnOptions } from "sequelize";
import { Column } from "sequelize-typescript";

/**
 * A column that is never null. The default must equal the table's, so that models and prepared SQL
 * write the same row.
 */
export function Required(type: DataType, defaultValue?: unknown): PropertyDecorator {
  return column(defaultValue === undefined ? { type, allowNull: false } : { type, allowNull: false, defaultValue });
}

/** A column that may be null. */
export function Optional(type: DataType): PropertyDecorator {
  return column({ type, allowNull: true });
}

/** A column that the database computes; models read it and never write it. */
export function Generated(type: DataType): PropertyDecorator {
  return column({ type, allowNull: true });
}

/** A part of the primary key whose value the caller chooses. */
export function Key(type: DataType, defaultValue?: unknown): PropertyDecorator {
  return column(
    defaultValue === undefined ? { type, allowNull: false, primaryKey: true } : { type, allowNull: false, primaryKey: true, defaultValue },
  );
}

/** A primary key with an automatic number. */
export function Serial(type: DataType): PropertyDecorator {
  return column({ type, allowNull: false, primaryKey: true, autoIncrement: true });
}

function column(options: Partial<ModelAttributeColumnOptions>): PropertyDecorator {
  const decorate = Column(options) as unknown as (target: object, name: string | symbol) => void;
  return (target, name) => decorate(target, name);
}
