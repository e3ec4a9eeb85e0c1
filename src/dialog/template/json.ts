import { z } from 'zod';

/** Any JSON value. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type JsonObject = { [key: string]: Json };

/** For JSON columns with any value: the content is not checked. */
export const anyJson = z.custom<Json>((value) => value !== undefined);
export const anyJsonObject = z.custom<JsonObject>(isObject);
export const anyObject = z.custom<Record<string, unknown>>(isObject);

/** Whether a value is an object of JSON. A value that came from JSON keeps that type in its fields. */
export function isObject(value: Json): value is JsonObject;
export function isObject(value: unknown): value is Record<string, unknown>;
export function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
