// Rigid transforms as in the library: twelve numbers, three columns of a rotation and a translation.

import type { Quaternion, Vector } from "../protocol.js";

export type Transform = readonly number[];

export const IDENTITY: Transform = [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];

function column(t: Transform, i: number): Vector {
  return [t[3 * i]!, t[3 * i + 1]!, t[3 * i + 2]!];
}

/** Rotates without translating. */
export function rotateVector(t: Transform, v: Vector): Vector {
  const [x, y, z] = [column(t, 0), column(t, 1), column(t, 2)];
  return [0, 1, 2].map((i) => x[i]! * v[0] + y[i]! * v[1] + z[i]! * v[2]) as Vector;
}

export function transformPoint(t: Transform, p: Vector): Vector {
  return add(rotateVector(t, p), column(t, 3));
}

/** The transform that applies b first, then a. */
export function multiply(a: Transform, b: Transform): Transform {
  return [
    ...rotateVector(a, column(b, 0)),
    ...rotateVector(a, column(b, 1)),
    ...rotateVector(a, column(b, 2)),
    ...transformPoint(a, column(b, 3)),
  ];
}

export function translation(by: Vector): Transform {
  return [1, 0, 0, 0, 1, 0, 0, 0, 1, ...by];
}

/** A rotation about a fixed point. */
export function rotationAbout(center: Vector, [x, y, z, w]: Quaternion): Transform {
  const rotation = [
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
    2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
    2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y),
  ];
  return [...rotation, ...subtract(center, rotateVector([...rotation, 0, 0, 0], center))];
}

/** Of a rigid transform. */
export function inverse(t: Transform): Transform {
  const transposed = [t[0]!, t[3]!, t[6]!, t[1]!, t[4]!, t[7]!, t[2]!, t[5]!, t[8]!];
  return [...transposed, ...scale(rotateVector([...transposed, 0, 0, 0], column(t, 3)), -1)];
}

/** The shortest rotation that takes one unit vector to another, which is not opposite to it. */
export function rotationFromTo(from: Vector, to: Vector): Quaternion {
  const w = 1 + dot(from, to);
  const [x, y, z] = cross(from, to);
  const length = Math.hypot(x, y, z, w);
  return [x / length, y / length, z / length, w / length];
}

/** The unit quaternion with w >= 0. */
export function quaternionOf(t: Transform): Quaternion {
  const [xx, yx, zx, xy, yy, zy, xz, yz, zz] = t as number[] & { length: 12 };
  const squares = [1 + xx! - yy! - zz!, 1 - xx! + yy! - zz!, 1 - xx! - yy! + zz!, 1 + xx! + yy! + zz!];
  // Four times the square of each component; the largest is safe to divide by.
  const largest = squares.indexOf(Math.max(...squares));
  const products = [
    [squares[0]!, yx! + xy!, zx! + xz!, zy! - yz!],
    [yx! + xy!, squares[1]!, zy! + yz!, xz! - zx!],
    [zx! + xz!, zy! + yz!, squares[2]!, yx! - xy!],
    [zy! - yz!, xz! - zx!, yx! - xy!, squares[3]!],
  ][largest]!;
  const length = Math.hypot(...products) * (products[3]! < 0 ? -1 : 1);
  return products.map((part) => part / length) as unknown as Quaternion;
}

export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

export function scale(a: Vector, by: number): Vector {
  return [a[0] * by, a[1] * by, a[2] * by];
}

export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

export function length(a: Vector): number {
  return Math.hypot(...a);
}

export function midpoint(a: Vector, b: Vector): Vector {
  return scale(add(a, b), 0.5);
}
