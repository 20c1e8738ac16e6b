import { Module } from '@nestjs/common';
import { DevicePages } from './device-pages.js';
import { ForgottenPages } from './forgotten-pages.js';
import { PageFrame } from './html.js';
import { InvitationPages } from './invitation-pages.js';
import { LibraryPages } from './library-pages.js';
import { SignInPages } from './sign-in-pages.js';
import { SignUpPages } from './sign-up-pages.js';

@Module({
  providers: [DevicePages, ForgottenPages, InvitationPages, LibraryPages, PageFrame, SignInPages, SignUpPages],
  exports: [DevicePages, ForgottenPages, InvitationPages, LibraryPages, SignInPages, SignUpPages],
})
export class PagesModule {}
