import { Module } from '@nestjs/common';
import { LibraryPages } from './library-pages.js';
import { SignInPages } from './sign-in-pages.js';

@Module({
  providers: [LibraryPages, SignInPages],
  exports: [LibraryPages, SignInPages],
})
export class PagesModule {}
