// `npm run pin-base-image -- <address>`: writes the digest of each base image behind its tag in deploy/Dockerfile. The address
// is that of a registry of images, `https://host`, or stands in IMAGE_REGISTRY.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { baseImages, digestOf, withDigest } from './base-image.ts';

const file = join(resolve(import.meta.dirname, '../..'), 'deploy/Dockerfile');
const registry = process.argv[2] ?? process.env['IMAGE_REGISTRY'];

if (registry === undefined) {
  console.error('not done: npm run pin-base-image -- <address of a registry of images>');
  process.exitCode = 1;
} else {
  let dockerfile = readFileSync(file, 'utf8');
  for (const image of baseImages(dockerfile)) {
    const digest = await digestOf(image, registry);
    dockerfile = withDigest(dockerfile, image, digest);
    console.log(`${image.name}:${image.tag} is ${digest}`);
  }
  writeFileSync(file, dockerfile);
}
