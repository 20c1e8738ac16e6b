import { Module } from '@nestjs/common';
import { ForgottenPages } from './forgotten-pages.js';
import { PageFrame } from './html.js';
import { LibraryPages } from './library-pages.js';
import { SignInPages } from './sign-in-pages.js';
import { SignUpPages } from './sign-up-pages.js';

@Module({
  providers: [ForgottenPages, LibraryPages, PageFrame, SignInPages, SignUpPages],
  exports: [ForgottenPages, LibraryPages, SignInPages, SignUpPages],
})
export class PagesModule {}
