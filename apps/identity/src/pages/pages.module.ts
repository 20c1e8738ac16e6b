import { Module } from '@nestjs/common';
import { ForgottenPages } from './forgotten-pages.js';
import { PageFrame } from './html.js';
import { InvitationPages } from './invitation-pages.js';
import { LibraryPages } from './library-pages.js';
import { SignInPages } from './sign-in-pages.js';
import { SignUpPages } from './sign-up-pages.js';

@Module({
  providers: [ForgottenPages, InvitationPages, LibraryPages, PageFrame, SignInPages, SignUpPages],
  exports: [ForgottenPages, InvitationPages, LibraryPages, SignInPages, SignUpPages],
})
export class PagesModule {}
