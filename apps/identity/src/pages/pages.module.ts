import { Module } from '@nestjs/common';
import { ForgottenPages } from './forgotten-pages.js';
import { LibraryPages } from './library-pages.js';
import { SignInPages } from './sign-in-pages.js';

@Module({
  providers: [ForgottenPages, LibraryPages, SignInPages],
  exports: [ForgottenPages, LibraryPages, SignInPages],
})
export class PagesModule {}
