#!/usr/bin/env node
// The command `plomada` of an installed package: runs the built program on the Node that it needs.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { findNode } from './find-node.mjs'

const program = new URL('../.cache/program/main.js', import.meta.url)
if (findNode() === process.execPath) await import(program.href)
else {
  const child = spawn(findNode(), [fileURLToPath(program), ...process.argv.slice(2)], { stdio: 'inherit' })
  // What stops this process is for the program, which then ends it. Ctrl+C reaches both.
  process.on('SIGTERM', () => child.kill('SIGTERM'))
  process.on('SIGINT', () => undefined)
  child.on('exit', (code) => process.exit(code ?? 1))
}
