/** A copy of the house, for a test that changes something in it, builds it and starts it. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect } from '@playwright/test';

/** What is made, or is no part of the program. */
const left = /^(?:\.git|node_modules|dist|data|test-results|\.generated|docs|tests)(?:\/|$)/;
/** Made of what a copy mostly leaves as it is, each with a hash of what it was made of. */
const reused = ['.generated/packed', '.generated/calls.ts'];

/** @param without further paths, as the house names them; @returns the folder, which the test removes */
export function copyHouse(without?: RegExp): string {
  const folder = mkdtempSync(join(tmpdir(), 'reelbase-copy-'));
  const stays = (path: string) => !left.test(path) && !without?.test(path);
  cpSync('.', folder, { recursive: true, filter: (from) => stays(relative('.', from)) });
  for (const path of reused) if (existsSync(path)) cpSync(path, join(folder, path), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a file of the copy, which has to end well. */
export function runIn(folder: string, file: string): void {
  runCommand(folder, [process.execPath, '--import', 'tsx', file]);
}

export function runCommand(folder: string, [command = '', ...args]: string[]): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
}
