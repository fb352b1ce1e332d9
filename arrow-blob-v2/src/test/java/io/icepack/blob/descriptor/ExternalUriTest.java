/*
 * Copyright 2026 the Icepack authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 * You may obtain a copy of the License at
 *
 *     http://www.apache.org/licenses/LICENSE-2.0
 *
 * Unless required by applicable law or agreed to in writing, software
 * distributed under the License is distributed on an "AS IS" BASIS,
 * WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express or implied.
 * See the License for the specific language governing permissions and
 * limitations under the License.
 */
package io.icepack.blob.descriptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExternalUriTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://bucket/key",
        "s3a://bucket/user@home/key",
        "hdfs://nn:8020/a?b",
        "abfss://container@account.dfs.core.windows.net/key",
        "https://host/a?v=2&size=large",
        "/local/what?sig=1",
        "file:///x@y",
        "//local//what@home",
        "https://host/a?100%=1"
      })
  void acceptsUrisWithoutSecrets(String uri) {
    assertThat(ExternalUri.check("pic", uri)).isSameAs(uri);
    assertThat(ExternalUri.redact(uri)).isEqualTo(uri);
  }

  @ParameterizedTest
  @CsvSource({
    "s3://AKIA:secret@bucket/key, s3://***@bucket/key",
    "ftp://me@host/x, ftp://***@host/x",
    "abfss://c:pw@account/x, abfss://***@account/x",
    "https://a@b@host/x, https://***@host/x",
    "//AKIA:secret@bucket/key, //***@bucket/key"
  })
  void refusesUserInfo(String uri, String shown) {
    refuses(uri, shown, "it has user info");
  }

  @ParameterizedTest
  @CsvSource({
    "https://b.s3.amazonaws.com/k?X-Amz-Credential=a&X-Amz-Signature=b, https://b.s3.amazonaws.com/k?***",
    "https://a.blob.core.windows.net/k?sv=2020&sig=abc, https://a.blob.core.windows.net/k?***",
    "https://storage.googleapis.com/k?GoogleAccessId=x&Signature=y, https://storage.googleapis.com/k?***",
    "https://host/k?v=1&access_token=y, https://host/k?***",
    "https://host/k?Key-Pair-Id=y, https://host/k?***",
    "https://host/k?X-Amz-%53ignature=y, https://host/k?***"
  })
  void refusesSignedQueries(String uri, String shown) {
    refuses(uri, shown, "its query is signed");
  }

  private static void refuses(String uri, String shown, String reason) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExternalUri.check("pic", uri))
        .withMessage(
            "Cannot write blob to field pic: uri '%s' must not be recorded because %s;"
                + " credentials belong to the configuration",
            shown, reason);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "s3://bucket/key",
        "file:/x",
        "file:///x",
        "/x/y",
        "HTTP://host/a",
        "git+ssh-1.x:/p",
        "data:;base64,AAAA"
      })
  void letsAbsoluteUrisIntoDescriptors(String uri) {
    assertThat(ExternalUri.refusal(uri)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"x/y.jpg", "x", " /x", "file:x", "C:\\x", "://x", "1s:/x", "data:,x"})
  void refusesRelativeOnes(String uri) {
    assertThat(ExternalUri.refusal(uri))
        .contains(
            "uri '" + uri + "' is not absolute; use one with a scheme, such as s3://bucket/key");
  }

  @Test
  void refusesSecretsInDescriptors() {
    assertThat(ExternalUri.refusal("s3://AKIA:secret@bucket/key"))
        .contains(
            "uri 's3://***@bucket/key' must not be recorded because it has user info; credentials "
                + "belong to the configuration");
  }
}
